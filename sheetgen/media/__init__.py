"""Pictures of a project as they are published."""

"""Publishing a site: all of it or nothing."""

"""Files for a printing house: pages at the size that it cuts, in its inks, in the order that it asks for."""

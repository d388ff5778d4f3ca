"""Reports of the texts of clubs and tournaments, and the removal of these texts."""

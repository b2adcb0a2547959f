/** Packages for tests that come without types: as much as is used of them. */

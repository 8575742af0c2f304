/** Folder of files whose names contain a digest of their contents. */
export const hashedFolder = 'assets';

/** `Cache-Control` of hashed files, which never change. */
export const immutable = 'public, max-age=31536000, immutable';

/** `Cache-Control` of all other files: browsers ask each time whether they changed. */
export const revalidated = 'no-cache';

import type { app } from '#web/text/en/app.ts';

/** Names of the pages in the catalog of texts. */
export type PageName = keyof (typeof app)['pages'];

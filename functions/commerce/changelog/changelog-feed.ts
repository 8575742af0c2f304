import { atomFeed, changelogEntries } from '#commerce/changelog/changelog.ts';
import { changelogFeed } from '#contract/commerce/changelog.ts';
import { baseUrl, okText, plainEndpoint, publicFor } from '#http/endpoint/plain-endpoint.ts';

const latest = changelogEntries.slice(0, 50);

export const handler = plainEndpoint(changelogFeed, (call) => {
  const address = `${baseUrl(call)}${changelogFeed.path}`;
  return publicFor(300, okText('application/atom+xml', atomFeed(latest, address)));
});

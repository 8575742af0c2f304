import type { ApiDirectory } from '../api-gateway/server/addresses.ts';
import { audience, issuerOf } from '../identity/tokens.ts';

/** Placeholders keep the templates independent of this runtime's address and folder, so that runtimes can share them. */
const baseUrlPlaceholder = 'http://localhost:0';
export const dataFolderPlaceholder = '{data-folder}';

export const localSettings = {
  issuer: issuerOf(baseUrlPlaceholder),
  audience,
  environment: 'local',
  senderEmail: 'messages@granary.example',
  smsOrigination: 'phone-local',
  emailRate: 5000,
  smsRate: 1000,
  payments: 'on',
  clearinghouse: 'on',
};

/**
 * Replaces the placeholders, and the addresses that the APIs would have at API Gateway and under custom domains, in a value of a
 * template. So links in local messages lead to this machine.
 */
export function localizeValue(
  value: string,
  { apis, domains }: ApiDirectory,
  { baseUrl, dataFolder }: { readonly baseUrl: string; readonly dataFolder: string },
): string {
  const addresses = [
    ...apis.map(({ id, region, stage }) => `https://${id}.execute-api.${region}.amazonaws.com/${stage.name}`),
    ...domains.flatMap(({ hostName, mappings }) =>
      mappings.map(({ basePath }) => `https://${hostName}${basePath === '' ? '' : `/${basePath}`}`),
    ),
  ];
  const withoutPlaceholders = value
    .replaceAll(baseUrlPlaceholder, baseUrl)
    .replaceAll(dataFolderPlaceholder, dataFolder);
  return addresses.reduce((text, address) => text.replaceAll(address, baseUrl), withoutPlaceholders);
}

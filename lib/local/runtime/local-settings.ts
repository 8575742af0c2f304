import type { RestApi } from '../api-gateway/model/api.ts';
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

/** Replaces the placeholders, and the addresses that API Gateway would give the APIs, in a value of a template. */
export function localizeValue(
  value: string,
  apis: readonly RestApi[],
  { baseUrl, dataFolder }: { readonly baseUrl: string; readonly dataFolder: string },
): string {
  const withoutPlaceholders = value
    .replaceAll(baseUrlPlaceholder, baseUrl)
    .replaceAll(dataFolderPlaceholder, dataFolder);
  return apis.reduce(
    (text, { id, region, stage }) =>
      text.replaceAll(`https://${id}.execute-api.${region}.amazonaws.com/${stage.name}`, baseUrl),
    withoutPlaceholders,
  );
}

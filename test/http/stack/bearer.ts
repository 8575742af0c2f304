import { issuerKey, signToken } from '#lib/local/identity/tokens.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import { stack } from './api-client.ts';

interface Issuer {
  readonly expires?: string;
  readonly dataFolder?: string;
  readonly baseUrl?: string;
}

/** Signs a token of a stack's development issuer, as `npm run token` does: by default of the shared stack. */
export async function bearer(
  claims: {
    readonly sub?: string;
    readonly granary_brands?: Readonly<Record<string, string>>;
    readonly granary_claims_roles?: readonly string[];
    readonly granary_operator?: boolean;
  },
  { expires = '1h', dataFolder = process.env['GRANARY_DATA'] ?? '', baseUrl = stack.baseUrl }: Issuer = {},
): Promise<string> {
  const key = await issuerKey(DataFolder.look(dataFolder));
  return signToken(key, baseUrl, { sub: 'local-user', ...claims }, expires);
}

import { issuerKey, signToken } from '#lib/local/identity/issuer.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import { stack } from './api-client.ts';

/** Signs a token of the stack's development issuer, as `npm run token` does. */
export async function bearer(
  claims: {
    readonly sub?: string;
    readonly granary_brands?: Readonly<Record<string, string>>;
    readonly granary_claims_roles?: readonly string[];
    readonly granary_operator?: boolean;
  },
  { expires = '1h' }: { readonly expires?: string } = {},
): Promise<string> {
  const key = await issuerKey(DataFolder.look(process.env['GRANARY_DATA'] ?? ''));
  return signToken(key, stack.baseUrl, { sub: 'local-user', ...claims }, expires);
}

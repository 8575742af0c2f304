import { emailHash } from '#commerce/customer.ts';
import { canonicalCode } from '#commerce/referral.ts';
import { type Referral, type ReferralCode, referralCode } from '#commerce/referrals/contract.ts';
import { ApiError, type ErrorCode } from '#contract/errors.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { fieldsOf, getItem, insertion, itemOf, resourceOf } from '../dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../dynamodb/table.ts';
import { redemptionKey, referralCodeKey, referralCodesOf } from './commerce-keys.ts';

/**
 * Stores a new code and `others` in one transaction.
 *
 * @throws ApiError already_exists when the brand has the code in any letter case
 */
export async function insertReferralCode(
  table: Table,
  code: ReferralCode,
  others: readonly TransactAction[],
): Promise<void> {
  const Item = itemOf(referralCodeKey(code.brand_id, code.code.toLowerCase()), code);
  await transact(table, [insertion(Item), ...others]).catch(refuseWith({ 0: 'already_exists' }));
}

/** A code, and of a customer's code the hashes of its owner. */
export interface OwnedCode {
  readonly code: ReferralCode;
  readonly owner?: { readonly mailbox: string; readonly phone: string | undefined } | undefined;
}

/** @param code in its canonical form */
export async function findReferralCode(
  table: Table,
  brandId: string,
  code: string,
): Promise<OwnedCode | undefined> {
  const item = await getItem(table, referralCodeKey(brandId, code));
  if (item === undefined) return undefined;
  const [owner, phone] = [item['owner'], item['owner_phone']];
  return {
    code: resourceOf<ReferralCode>(item, codeFields),
    ...(typeof owner === 'string' && {
      owner: { mailbox: owner, phone: typeof phone === 'string' ? phone : undefined },
    }),
  };
}

/**
 * Stores a redemption and `others` and counts the redemption on its code, in one transaction. Of two concurrent redemptions
 * for one e-mail address exactly one succeeds.
 *
 * @param between actions of a referral between customers (`referralActions`)
 * @throws ApiError unknown_referral_code, already_redeemed, already_referred, referral_loop
 */
export async function insertReferral(
  table: Table,
  referral: Referral,
  others: readonly TransactAction[],
  between: readonly TransactAction[] = [],
): Promise<void> {
  const { brand_id, referral_code, referred_email } = referral;
  const code = canonicalCode(referral_code);
  if (code === undefined) throw new ApiError('unknown_referral_code');
  const actions: TransactAction[] = [
    {
      Update: {
        Key: { ...referralCodeKey(brand_id, code) },
        UpdateExpression: 'ADD redemption_count :one',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':one': 1 },
      },
    },
    insertion(itemOf(redemptionKey(brand_id, code, emailHash(referred_email)), referral)),
  ];
  await transact(table, [...actions, ...between, ...others]).catch(
    refuseWith({
      0: 'unknown_referral_code',
      1: 'already_redeemed',
      ...(between.length > 0 && { 2: 'already_referred', 3: 'referral_loop' }),
    }),
  );
}

/** Codes of a brand in the order of their canonical form. */
export const readReferralCodes = (
  table: Table,
  brandId: string,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<ReferralCode>> =>
  queryPage(
    table,
    { list: ['referral codes', brandId], limit, cursor, range: referralCodesOf(brandId) },
    (item) => resourceOf<ReferralCode>(item, codeFields),
  );

const codeFields = fieldsOf(referralCode);

/** Maps the first failed condition to an ApiError by the index of its action. Rethrows any other failure. */
const refuseWith =
  (codes: Readonly<Record<number, ErrorCode>>) =>
  (error: unknown): never => {
    const failed = error instanceof ConditionFailed ? error.failures[0]?.index : undefined;
    const code = failed === undefined ? undefined : codes[failed];
    throw code === undefined ? error : new ApiError(code, { cause: error });
  };

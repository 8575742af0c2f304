import type { LedgerAccount, LedgerPosting } from '../ledger/provider-ledger.ts';
import type { BankLine, Deposit } from './bank-line.ts';

/** A write of records about money. Deposits and bank lines are stored with the figures of their states. */
export type MoneyWrite =
  | {
      /** Condition: the stored deposit is still `before`; without it, the deposit is new. */
      readonly kind: 'deposits';
      readonly changes: readonly { readonly before?: Deposit; readonly after: Deposit }[];
    }
  | {
      /** Condition: the stored line is still `before`; without it, the line is new. */
      readonly kind: 'bank-lines';
      readonly changes: readonly { readonly before?: BankLine; readonly after: BankLine }[];
    }
  | {
      /** Condition: the account is still as it was read. */
      readonly kind: 'ledger-posting';
      readonly account: LedgerAccount;
      readonly before: LedgerAccount | undefined;
      readonly entry: LedgerPosting;
    };

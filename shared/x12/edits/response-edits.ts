import { editTable } from './edit.ts';

/** Edits of received 835, 999 and 277CA files. */
export const responseEdits = editTable([
  ['V120', 3, 'warning', 'Line charge less adjustments must equal the payment; ask the payer'],
  ['V121', 3, 'warning', 'Claim charge less adjustments must equal the payment; ask the payer'],
  ['V122', 3, 'error', 'Remittance total is out of balance; do not post it and ask the payer'],
  ['V123', 5, 'warning', 'Code is not in the code list and is kept as sent; ask the payer'],
  ['V124', 1, 'error', 'Remittance was received before; do not post it again'],
  ['V125', 3, 'warning', 'Acknowledgment counts differ from its content or the sent file; ask the partner'],
  ['V126', 4, 'warning', 'Acknowledgment matches nothing that was sent; review it manually'],
  ['V127', 3, 'warning', 'Acknowledgment totals differ from the claims sent; ask the partner'],
  ['V128', 5, 'warning', 'Status category is unknown or conflicts with its action code; read the message'],
  ['V129', 1, 'error', 'Sender is unknown; check the partner ids'],
  ['V150', 5, 'warning', 'Adjustment reason requires a remark code; ask the payer for one'],
  ['V151', 5, 'warning', 'Adjustment reason conflicts with its group code; check who owes the amount'],
  ['V152', 5, 'warning', 'Contract adjustment takes the whole charge; check for a denial'],
  ['V153', 3, 'warning', 'Patient responsibility differs from the PR adjustments; bill the adjustments'],
  ['V154', 4, 'warning', 'Reversal must be the negative of the payment; ask the payer before posting either'],
  ['V155', 4, 'warning', 'Payment method, amount and bank details conflict; check the transfer'],
  ['V156', 5, 'warning', 'Claim status code is not in the code list and is kept as sent; ask the payer'],
]);

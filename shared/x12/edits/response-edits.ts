import { editTable } from './edit.ts';

/** V120 to V129 and V150 on: 835, 999 and 277CA as they come in. */
export const responseEdits = editTable([
  ['V120', 3, 'warning', 'Remittance line is out of balance; charge less adjustments is not the amount paid'],
  [
    'V121',
    3,
    'warning',
    'Remittance claim is out of balance; charge less adjustments is not the amount paid',
  ],
  ['V122', 3, 'error', 'Remittance total is out of balance; do not post it, ask the payer'],
  ['V123', 5, 'warning', 'Code is not in the code list; it is kept as sent'],
  ['V124', 1, 'error', 'Remittance was received before; do not post it again'],
  [
    'V125',
    3,
    'warning',
    'Acknowledgment counts differ from what it lists or from what was sent; ask the partner',
  ],
  ['V126', 4, 'warning', 'Acknowledgment matches nothing that was sent; look at it by hand'],
  ['V127', 3, 'warning', 'Acknowledgment totals differ from the claims sent; ask the partner'],
  ['V128', 5, 'warning', 'Status category is unknown or its action code contradicts it; read the message'],
  ['V129', 1, 'error', 'Sender is not known; check the partner ids'],
  ['V150', 5, 'warning', 'Adjustment reason says too little alone; ask for a remark code that explains it'],
  ['V151', 5, 'warning', 'Adjustment reason does not go with this group code; check who owes the amount'],
  ['V152', 5, 'warning', 'Contract adjustment takes the whole charge; look for a denial behind it'],
  [
    'V153',
    3,
    'warning',
    'Patient responsibility differs from the adjustments of group PR; bill what the adjustments say',
  ],
  [
    'V154',
    4,
    'warning',
    'Reversal is not the negative of what it takes back; post neither before asking the payer',
  ],
  ['V155', 4, 'warning', 'Payment method, amount and bank details contradict each other; check the transfer'],
  ['V156', 5, 'warning', 'Claim status code is not in the code list; it is kept as sent'],
]);

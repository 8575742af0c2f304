/** Names of the healthcare transaction sets that are recognized but not read, by ST01. */
const names: ReadonlyMap<string, string> = new Map([
  ['270', 'eligibility inquiry'],
  ['271', 'eligibility response'],
  ['275', 'additional patient information'],
  ['276', 'claim status request'],
  ['278', 'services review'],
  ['820', 'premium payment'],
  ['824', 'application advice'],
  ['834', 'benefit enrollment'],
  ['997', 'functional acknowledgment'],
]);

export function transactionSetName(set: string): string | undefined {
  return names.get(set);
}

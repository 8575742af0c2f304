/** How a card behaves. `fails_later` can be stored, but not charged. */
export type CardBehavior = 'succeeds' | 'declined' | 'needs_authentication' | 'fails_later';

/** Stripe's test cards. */
export const testCards: readonly {
  readonly number: string;
  readonly label: string;
  readonly behavior: CardBehavior;
}[] = [
  { number: '4242424242424242', label: 'Succeeds', behavior: 'succeeds' },
  { number: '4000000000000002', label: 'Is declined', behavior: 'declined' },
  { number: '4000002500003155', label: 'Needs authentication', behavior: 'needs_authentication' },
  { number: '4000000000000341', label: 'Can be stored, but every charge fails', behavior: 'fails_later' },
];

export const cardOf = (number: string) => {
  const digits = number.replaceAll(/\D/g, '');
  return testCards.find((card) => card.number === digits);
};

/** Whether a stored card pays. */
export const pays = (number: string | undefined): boolean => {
  const behavior = number === undefined ? undefined : cardOf(number)?.behavior;
  return behavior === 'succeeds' || behavior === 'needs_authentication';
};

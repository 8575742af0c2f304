import { Link } from '#web/app/router.ts';
import { texts } from '#web/text/texts.ts';
import type { People } from './program-figures.ts';

/** A customer by the id that referrals use. Without a known contact it is an unnamed customer. */
export function PersonLink({
  id,
  people,
  unknown = texts.referrals.unknownCustomer,
}: {
  readonly id: string;
  readonly people: People;
  readonly unknown?: string | undefined;
}) {
  const person = people[id];
  return person ? <Link to={`/customers/${person.contactId}`}>{person.name}</Link> : <span>{unknown}</span>;
}

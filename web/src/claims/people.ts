import { signal } from '@preact/signals';
import type { ClaimsPerson } from '#claims/follow-up/contract.ts';
import { api } from '#web/api/api.ts';
import { session } from '#web/session/session.ts';
import { onSignOut } from '#web/session/start-session.ts';
import { texts } from '#web/text/texts.ts';

const people = signal<readonly ClaimsPerson[]>([]);
let isRead = false;

onSignOut(() => {
  people.value = [];
  isRead = false;
});

/** The people who work with claims, by name. The first call reads them; none until they are there. */
export function knownPeople(): readonly ClaimsPerson[] {
  if (!isRead) {
    isRead = true;
    api('GET /api/people').then(
      (found) => {
        people.value = found;
      },
      () => {
        // Subjects stay readable without their names. The next page tries again.
        isRead = false;
      },
    );
  }
  return people.value;
}

/** Who works on a claim or changed it: the person itself is `You`. */
export function personName(subject: string | undefined): string {
  if (subject === undefined) return texts.board.noAssignee;
  if (subject === session.value?.person.id) return texts.board.you;
  return knownPeople().find((person) => person.subject === subject)?.name ?? subject;
}

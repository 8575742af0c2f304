import type { ChildSpec, LoopSpec } from '../../guide/guide.ts';
import { guide837p } from '../../guides/837p.ts';
import type { Segment } from '../../reader/segment.ts';
import type { ContactNumber, PartyAddress, QualifiedReference } from '../model/party.ts';
import { appended, type PartyRecord, type Writable } from '../model/party-records.ts';
import { type Handler, type Handlers, type OpenLoops, text } from './open-loops.ts';

/** Fills the party of the innermost NM1 loop; `enter` handlers have made it. */
const bySegmentId: Readonly<Record<string, Handler>> = {
  NM1: (builder, segment) => name(builder.party, segment),
  N3: (builder, segment) => {
    const address = addressOf(builder.party);
    address.line1 = text(segment, 1);
    address.line2 = text(segment, 2);
  },
  N4: (builder, segment) => {
    const address = addressOf(builder.party);
    address.city = text(segment, 1);
    address.state = text(segment, 2);
    address.zip = text(segment, 3);
    address.country = text(segment, 4);
    address.subdivision = text(segment, 7);
  },
  REF: (builder, segment) => {
    builder.party.references = appended(builder.party.references, reference(segment));
  },
  PER: (builder, segment) => {
    const numbers: ContactNumber[] = [];
    for (let e = 3; e <= 7; e += 2) {
      if (segment.has(e)) numbers.push({ qualifier: segment.text(e), number: segment.text(e + 1) });
    }
    builder.party.contacts = appended(builder.party.contacts, { name: text(segment, 2), numbers });
  },
  PRV: (builder, segment) => {
    builder.party.taxonomy = text(segment, 3);
  },
};

/** Handlers for the segments that all NM1 loops of the guide treat alike, by path. */
export const partyHandlers: Handlers = Object.fromEntries(
  nameLoops(guide837p.children).flatMap((loop) =>
    loop.children.flatMap((child): [string, Handler][] => {
      const handler = child.kind === 'segment' ? bySegmentId[child.id] : undefined;
      return child.kind === 'segment' && handler ? [[`${loop.id}/${child.key}`, handler]] : [];
    }),
  ),
);

export function reference(segment: Segment): QualifiedReference {
  return {
    qualifier: segment.text(1),
    value: segment.text(2),
    payerId: segment.has(4) ? segment.component(4, 2) : undefined,
  };
}

function name(party: PartyRecord, segment: Segment): void {
  party.role = segment.text(1);
  party.entityType = segment.text(2);
  party.lastName = text(segment, 3);
  party.firstName = text(segment, 4);
  party.middleName = text(segment, 5);
  party.suffix = text(segment, 7);
  party.idQualifier = text(segment, 8);
  party.id = text(segment, 9);
}

function addressOf(party: PartyRecord): Writable<PartyAddress> {
  party.address ??= {
    line1: undefined,
    line2: undefined,
    city: undefined,
    state: undefined,
    zip: undefined,
    country: undefined,
    subdivision: undefined,
  };
  return party.address;
}

function nameLoops(children: readonly ChildSpec[]): LoopSpec[] {
  return children.flatMap((child) => {
    if (child.kind === 'segment') return [];
    const [trigger] = child.children;
    const inner = nameLoops(child.children);
    return trigger?.kind === 'segment' && trigger.id === 'NM1' ? [child, ...inner] : inner;
  });
}

/** Makes the party of a loop the one that its segments fill. */
export function openParty<P extends PartyRecord>(builder: OpenLoops, party: P, segment: Segment): P {
  party.position = segment.position();
  builder.party = party;
  return party;
}

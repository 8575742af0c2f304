import type { File } from '#claims/files/contract.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { texts } from '#web/text/texts.ts';

const tones: Readonly<Record<File['state'], Tone>> = {
  expected: 'neutral',
  received: 'info',
  processing: 'info',
  applied: 'good',
  partly_applied: 'warning',
  quarantined: 'danger',
  duplicate: 'neutral',
};

/** The state of a file as a word with its tone. */
export const FileStateBadge = ({ state }: { readonly state: File['state'] }) => (
  <Badge tone={tones[state]}>{texts.files.states[state]}</Badge>
);

/** Kinds of content in words. */
export const kindsText = (kinds: File['kinds']): string =>
  kinds.map((kind) => texts.files.kinds[kind]).join(', ');

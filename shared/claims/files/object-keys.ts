import type { FileRecord } from './file.ts';

/** The id of the file keeps objects of one name apart. */
type KeptFile = Pick<FileRecord, 'id' | 'name' | 'received_at'>;

export const archiveKey = (file: KeptFile): string => `archive/${dayOf(file)}/${keptName(file)}`;

export const quarantineKey = (file: KeptFile): string => `quarantine/${dayOf(file)}/${keptName(file)}`;

/** Key of the reasons beside an object in quarantine. */
export const reasonKey = (quarantined: string): string => `${quarantined}.reason.json`;

/** Key of an acknowledgment, named after the file that it acknowledges. */
export function outboundKey(file: KeptFile, controlNumber: number, kind: '999' | '277CA'): string {
  const base = safeName(file.name).replace(/\.[A-Za-z0-9]{1,8}$/, '');
  return `outbound/${dayOf(file)}/${base}_${String(controlNumber).padStart(9, '0')}_${kind}.x12`;
}

const dayOf = ({ received_at }: KeptFile) => received_at.slice(0, 10).replaceAll('-', '/');

const keptName = ({ id, name }: KeptFile) => `${id}-${safeName(name)}`;

/** Replaces characters that need escapes; object keys are limited to 1,024 bytes. */
const safeName = (name: string): string => name.replace(/[^\w.\- ]/g, '_').slice(-200) || 'file';

/** Where objects of the bucket go. The id of the file keeps those of one name apart. */
interface KeptFile {
  readonly id: string;
  readonly name: string;
  readonly received_at: string;
}

export const archiveKey = (file: KeptFile): string => `archive/${dayOf(file)}/${keptName(file)}`;

export const quarantineKey = (file: KeptFile): string => `quarantine/${dayOf(file)}/${keptName(file)}`;

/** Beside an object in quarantine: why it is there. */
export const reasonKey = (quarantined: string): string => `${quarantined}.reason.json`;

/** Named after the file that it answers, as the state program names its own (x12/state-medicaid.md section 2). */
export function outboundKey(file: KeptFile, controlNumber: number, kind: '999' | '277CA'): string {
  const base = safeName(file.name).replace(/\.[A-Za-z0-9]{1,8}$/, '');
  return `outbound/${dayOf(file)}/${base}_${String(controlNumber).padStart(9, '0')}_${kind}.x12`;
}

const dayOf = ({ received_at }: KeptFile) => received_at.slice(0, 10).replaceAll('-', '/');

const keptName = ({ id, name }: KeptFile) => `${id}-${safeName(name)}`;

/** Object keys have 1,024 bytes; characters that need escapes somewhere are left out. */
const safeName = (name: string): string => name.replace(/[^\w.\- ]/g, '_').slice(-200) || 'file';

/**
 * Returns the same file as other software writes it: `|` and `>` as separators, CR LF after each terminator, and longer
 * segments. The number of segments stays the same, so its counts and balances stay correct.
 */
export function longLayout(text: string): string {
  return text
    .split('~\n')
    .map((segment) => translated(longer(segment)))
    .join('~\r\n');
}

function longer(segment: string): string {
  const id = segment.slice(0, segment.indexOf('*'));
  switch (id) {
    case 'NM1':
      return segment.replace(/^NM1\*(IL|QC|82|DN)\*1\*([^*]*)\*([^*]*)\*?/, 'NM1*$1*1*$2-SMITH*$3*MARGARET');
    case 'N3':
      return `${segment}*BUILDING 12 SUITE 3400`;
    case 'PER':
      return `${segment}*FX*3035550199*EM*BILLING.OFFICE@CLINIC.EXAMPLE`;
    case 'HI':
      return ['E785', 'M25511', 'Z79899', 'G4733', 'J4520']
        .filter((code) => !segment.includes(`:${code}`))
        .reduce((codes, code) => `${codes}*ABF:${code}`, segment);
    case 'SV1':
      return segment.replace(/^SV1\*HC:(\w+)\*/, 'SV1*HC:$1:25:59*');
    case 'REF':
      return segment.replace(/^REF\*(G1|D9|6R)\*/, 'REF*$1*CLINIC2026LONG');
    default:
      return segment;
  }
}

const translated = (segment: string) => segment.replace(/[*:]/g, (mark) => (mark === '*' ? '|' : '>'));

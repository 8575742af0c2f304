/** States, territories and military areas of the United States (USPS) with the first three digits of their ZIP codes. */

/** Whether N402 is a state code of the USPS. */
export function isState(code: string): boolean {
  return prefixes.has(code);
}

/** Whether N402 is a province or territory of Canada. */
export function isProvince(code: string): boolean {
  return provinces.has(code);
}

/** Whether the first three digits of a ZIP code belong to the state; true for a state without known ranges. */
export function isZipOfState(zip: string, state: string): boolean {
  const ranges = prefixes.get(state);
  if (ranges === undefined || ranges.length === 0) return true;
  const prefix = Number(zip.substring(0, 3));
  return ranges.some(([from, to]) => prefix >= from && prefix <= to);
}

/** Each state with the ranges of its first three ZIP digits; UM has no known range. */
const stateRanges = `
  AA 340; AE 90-99; AK 995-999; AL 350-369; AP 962-966; AR 716-729 755; AS 967; AZ 850-865;
  CA 900-961; CO 800-816; CT 60-69; DC 200-205 569; DE 197-199; FL 320-349; FM 969;
  GA 300-319 398-399; GU 969; HI 967-968; IA 500-528; ID 832-838; IL 600-629; IN 460-479; KS 660-679;
  KY 400-427; LA 700-715; MA 10-27 55; MD 206-219; ME 39-49; MH 969; MI 480-499; MN 550-567;
  MO 630-658; MP 969; MS 386-397; MT 590-599; NC 270-289; ND 580-588; NE 680-693; NH 30-38; NJ 70-89;
  NM 870-884; NV 889-898; NY 5 63 100-149; OH 430-459; OK 730-732 734-749; OR 970-979; PA 150-196;
  PR 6-7 9; PW 969; RI 28-29; SC 290-299; SD 570-577; TN 370-385; TX 733 750-799 885; UM; UT 840-847;
  VA 201 220-246; VI 8; VT 50-59; WA 980-994; WI 530-549; WV 247-268; WY 820-834
`;

type Range = readonly [from: number, to: number];

const prefixes: ReadonlyMap<string, readonly Range[]> = new Map(
  stateRanges.split(';').map((entry) => {
    const [state = '', ...ranges] = entry.trim().split(' ');
    return [state, ranges.map(rangeOf)];
  }),
);

function rangeOf(range: string): Range {
  const [from = '', to = from] = range.split('-');
  return [Number(from), Number(to)];
}

const provinces: ReadonlySet<string> = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '));

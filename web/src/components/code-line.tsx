import { texts } from '#web/text/texts.ts';
import './code-line.css';

/** Properties of a line of X12. */
export interface CodeLineProps {
  /** The segment as it is in the file, without its terminator: `NM1*85*2*RIVERSIDE*****XX*1234567893`. */
  readonly segment: string;
  /** Place of the element to mark; 1 is the first after the segment id. */
  readonly element?: number | undefined;
  /** Place of the component within the element; 1 is the first. */
  readonly component?: number | undefined;
  readonly elementSeparator?: string | undefined;
  readonly componentSeparator?: string | undefined;
  /** Place of the segment within the transaction. */
  readonly position?: number | undefined;
}

/** A segment as text, with the element that a finding is about marked. An element that is missing is shown as a gap. */
export function CodeLine(props: CodeLineProps) {
  const { segment, element, component, elementSeparator = '*', componentSeparator = ':', position } = props;
  const elements = segment.split(elementSeparator);
  const places = Math.max(elements.length, (element ?? 0) + 1);
  const id = elements[0] ?? '';
  return (
    <code class="code-line">
      <span class="unseen">{texts.states.segment} </span>
      {position !== undefined && <span class="code-line-position">{position}</span>}
      {Array.from({ length: places }, (_, place) => (
        <span key={place}>
          {place > 0 && <span class="code-line-separator">{elementSeparator}</span>}
          {place > 0 && place === element ? (
            <Marked
              name={`${id}${String(place).padStart(2, '0')}`}
              text={elements[place] ?? ''}
              component={component}
              separator={componentSeparator}
            />
          ) : (
            <span class={place === 0 ? 'code-line-id' : undefined}>{elements[place]}</span>
          )}
        </span>
      ))}
    </code>
  );
}

function Marked(props: {
  readonly name: string;
  readonly text: string;
  readonly component: number | undefined;
  readonly separator: string;
}) {
  const { name, text, component, separator } = props;
  const mark = (marked: string, place: string) => (
    <mark class="code-line-mark">
      <span class="unseen">{texts.states.markedElement(place)} </span>
      {marked === '' ? '\u00a0\u00a0' : marked}
    </mark>
  );
  if (component === undefined || !text.includes(separator)) return mark(text, name);
  const parts = text.split(separator);
  return (
    <>
      {parts.slice(0, component - 1).map((part) => `${part}${separator}`)}
      {mark(parts[component - 1] ?? '', `${name}-${component}`)}
      {parts.slice(component).map((part) => `${separator}${part}`)}
    </>
  );
}

import './progress.css';

/** A bar of an amount against its maximum, with the amount in words. */
export function Progress({
  label,
  value,
  max,
  text,
  tone = 'good',
  labelHidden = false,
}: {
  readonly label: string;
  /** Undefined while the end is not known. */
  readonly value: number | undefined;
  readonly max: number;
  /** The amount in words, such as "320 of 500 gallons". */
  readonly text?: string | undefined;
  readonly tone?: 'good' | 'warning' | 'danger' | undefined;
  readonly labelHidden?: boolean | undefined;
}) {
  const share = value === undefined || max <= 0 ? undefined : Math.min(1, Math.max(0, value / max));
  return (
    <div class={`progress progress-${tone}`}>
      {!(labelHidden && text === undefined) && (
        <div class="progress-words">
          <span class={labelHidden ? 'unseen' : undefined}>{label}</span>
          {text !== undefined && <span class="progress-text">{text}</span>}
        </div>
      )}
      <div
        class={share === undefined ? 'progress-bar progress-unknown' : 'progress-bar'}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
        aria-valuetext={text}
      >
        <div class="progress-fill" style={{ width: `${(share ?? 0.3) * 100}%` }} />
      </div>
    </div>
  );
}

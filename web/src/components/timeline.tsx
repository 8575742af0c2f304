import type { ComponentChildren } from 'preact';
import { formatDateTime } from '#web/text/format.ts';
import { type Tone, toneIcons } from './badge.tsx';
import { Icon, type IconName } from './icons.tsx';
import './timeline.css';

/** One event of a timeline. */
export interface TimelineEvent {
  readonly id: string;
  readonly at: string;
  readonly title: ComponentChildren;
  readonly detail?: ComponentChildren;
  readonly tone?: Tone | undefined;
  readonly icon?: IconName | undefined;
  /** Who did it. */
  readonly by?: string | undefined;
}

/** Events in order of time, in the given order. */
export function Timeline({
  events,
  label,
  timeZone,
}: {
  readonly events: readonly TimelineEvent[];
  readonly label: string;
  readonly timeZone?: string | undefined;
}) {
  return (
    <ol class="timeline" aria-label={label}>
      {events.map((event) => (
        <li key={event.id} class={`timeline-event timeline-${event.tone ?? 'neutral'}`}>
          <span class="timeline-mark">
            <Icon name={event.icon ?? toneIcons[event.tone ?? 'neutral']} small />
          </span>
          <div class="timeline-body">
            <p class="timeline-title">{event.title}</p>
            {event.detail !== undefined && <div class="timeline-detail">{event.detail}</div>}
            <p class="timeline-at">
              <time dateTime={event.at}>{formatDateTime(event.at, timeZone)}</time>
              {event.by !== undefined && ` · ${event.by}`}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

import { useEffect, useState } from 'preact/hooks';
import { Button } from '#web/components/button.tsx';
import { Icon } from '#web/components/icons.tsx';
import { isOnline, oldestReadAt, outdatedSince, refreshOutdated } from '#web/data/connectivity.ts';
import { formatAge } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/**
 * Says that there is no signal or that the service did not answer, and how old the data on the page is. The place in the frame
 * does not move the page.
 */
export function SignalState() {
  const isOffline = !isOnline.value;
  const outdated = outdatedSince.value;
  const isShown = isOffline || outdated !== undefined;
  const now = useNow(isShown);
  const readAt = isOffline ? oldestReadAt() : outdated;
  const { signal } = texts.app;
  return (
    <div class="signal-state" role="status">
      {isShown && (
        <>
          <Icon name={isOffline ? 'offline' : 'warning'} />
          <span class="rail-word">
            {isOffline ? signal.offline : signal.outdated}
            {readAt !== undefined && (
              <span class="signal-age">{signal.dataFrom(formatAge(now - readAt))}</span>
            )}
          </span>
          {!isOffline && <Retry />}
        </>
      )}
    </div>
  );
}

/** Reads again what could not be read. */
function Retry() {
  const [isBusy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await refreshOutdated();
    setBusy(false);
  };
  return (
    <Button
      kind="quiet"
      small
      icon="refresh"
      label={texts.states.retry}
      busy={isBusy}
      onClick={() => void retry()}
    />
  );
}

/** The present time, every 30 s while it is shown. */
function useNow(isShown: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isShown) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, [isShown]);
  return now;
}

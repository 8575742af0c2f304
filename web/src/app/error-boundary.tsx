import { Component, type ComponentChildren } from 'preact';
import { Page } from '#web/components/page.tsx';
import { Failure } from '#web/components/states.tsx';
import { texts } from '#web/text/texts.ts';

interface Props {
  readonly children: ComponentChildren;
}

/** Shows the error page when a page failed to render. Its key must be the path, so that another page renders again. */
export class ErrorBoundary extends Component<Props, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  static override getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <FailedPage error={error} />;
  }
}

/** A page that could not be shown. */
export function FailedPage({ error }: { readonly error: unknown }) {
  return (
    <Page title={texts.app.failedPage.title} narrow>
      <Failure error={error} kept={texts.app.failedPage.kept} onRetry={() => window.location.reload()} />
    </Page>
  );
}

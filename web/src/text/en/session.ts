import { plural } from '../format.ts';

export const session = {
  title: 'Sign in to Granary',
  intro: 'Take orders and log water with or without signal. Claims need a connection.',
  needsSignal: 'No signal. Signing in needs a connection.',
  signIn: 'Sign in',
  again: 'Try again',
  starting: 'Opening Granary',
  reasons: {
    expired: 'Your session has ended. Sign in again.',
    endedWaiting: (count: number) =>
      plural(count, {
        one: 'Your session has ended. # entry waits on this device and is sent after you sign in.',
        other: 'Your session has ended. # entries wait on this device and are sent after you sign in.',
      }),
    access_denied: 'The sign-in was cancelled, or your account is not allowed to use Granary.',
    state_mismatch: 'The sign-in was started in another tab or is too old. Start again.',
    other: (code: string) => `The sign-in did not complete (${code}). Start again.`,
  },
  failed: {
    title: 'Granary could not be opened',
    kept: 'Changes that wait on this device are kept.',
  },
  notConfigured: {
    title: 'Sign-in is not set up',
    text: 'The operator of this address has to connect an identity provider. The guide is docs/identity.md.',
  },
  noAccess: {
    title: (name: string) => `Welcome, ${name}`,
    answer: 'You have no access yet',
    text: 'An owner of a farm can invite you, or an administrator of claims can give you a role. Then open Granary again.',
    check: 'Check again',
    signOut: 'Sign in as another person',
    createTitle: 'Or start your own farm',
    start: 'Start your farm',
    startText: 'You become its owner, and can invite others. The tour then shows what is left to do.',
    name: 'Name of the farm',
    nameHint: 'Customers see it in messages and receipts.',
    currency: 'Currency',
    currencyHint: 'It cannot change after the first order.',
    timeZone: 'Time zone',
    create: 'Create the farm',
  },
  invitation: {
    title: 'Invitation',
    joining: 'Accepting the invitation',
    done: (brand: string) => `You are now a member of ${brand}`,
    enter: 'Accept an invitation',
    question: 'Or accept an invitation',
    code: 'Invitation code',
    codeHint: 'It is in the e-mail of the invitation.',
    accept: 'Accept',
  },
};

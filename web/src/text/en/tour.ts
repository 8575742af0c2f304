export const tour = {
  title: 'Tour',
  answer: (done: number, all: number) => `${done} of ${all} steps done`,
  complete: 'Everything is set up.',
  note: 'Steps complete themselves when the work is done.',
  steps: {
    brand_profile: {
      title: 'Complete the profile of your brand',
      text: 'Set the name, time zone and currency.',
      action: 'Open settings',
    },
    first_product: {
      title: 'Add your first product',
      text: 'Give it a name, a price and a unit.',
      action: 'Open products',
    },
    first_order: {
      title: 'Take your first order',
      text: 'Enter an order for a customer, or connect your shop.',
      action: 'New order',
    },
    first_water_log: {
      title: 'Record your first irrigation',
      text: 'Log the water of a field. It works without signal too.',
      action: 'Open water',
    },
    team_or_api_key: {
      title: 'Bring in your team or your systems',
      text: 'Invite a member, or create an API key for a program.',
      action: 'Open members',
    },
    first_campaign: {
      title: 'Create your first campaign',
      text: 'Write to your customers by e-mail or text message.',
      action: 'New campaign',
    },
  },
  status: { open: 'Open', completed: 'Done', skipped: 'Skipped' },
  doneAt: (day: string) => `Done on ${day}`,
  skip: 'Skip',
  unskip: 'Take up again',
  dismiss: 'Hide the tour',
  resume: 'Show the tour again',
  dismissed: 'The tour is hidden on the home page. You can take it up again at any time.',
};

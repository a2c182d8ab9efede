/** What a bank reads about a rider whose payment is disputed. Banks read English. */
export const known = {
  product: (plan: string, price: string, multiplier: number) =>
    `${plan} plan of Trailcut, a video platform for off-road riders, at $${price} a month. It multiplies what the rider's views earn by ${multiplier} while it runs. It is a digital service, used from the day it is bought; nothing is shipped.`,
  signedUp: (day: string) => `Signed up on ${day}.`,
  paid: (plan: string, day: string, from: string, to: string) =>
    `${plan} was bought and paid by card on ${day}, for ${from} to ${to}.`,
  signedIn: (days: readonly string[]) => `Signed in on these days (UTC): ${days.join(', ')}.`,
  used: (views: number, earned: string, days: number) =>
    `During this time the plan multiplied the earnings of ${views} views on ${days === 1 ? '1 day' : `${days} days`}, which earned the rider $${earned}:`,
  usedOn: (day: string, views: number, multiplier: string, earned: string) =>
    `${day}: ${views} views at ${multiplier} times the rate, $${earned}`,
  unused: 'No views came in with the plan yet.',
} as const

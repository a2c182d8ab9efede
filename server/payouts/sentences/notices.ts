import { catalog, type Text } from '#server/core/sentences.ts'

const need = ({ sum, day }: { sum: string; day: string }) =>
  `Add ${sum} to the Stripe balance by ${day}: a top-up from your bank, or a bank transfer to Stripe.`
const keyRefused = ({ said }: { said: string }) =>
  `Stripe refused our key: ${said} Check STRIPE_SECRET_KEY and its permissions.`
const bankRefused = ({ sum, reason }: { sum: string; reason: Text }) => `Your bank refused ${sum}. ${reason}`

/** Notifications of riders and admins about payouts. Sums are in words, as in '$104.50', days as in 2026-11-28. */
export const notices = catalog('payouts', {
  bankRefused: ({ sum, reason }: { sum: string; reason: Text }) => bankRefused({ sum, reason }),
  bankRefusedMessage: ({ sum, reason }: { sum: string; reason: Text }) =>
    `${bankRefused({ sum, reason })} The money is safe in your Stripe account. Correct your bank account there, and Stripe sends it again.`,
  bankRefusedTitle: 'Your bank refused a payout',
  differMessage: ({ count, first }: { count: number; first: string }) =>
    `${count === 1 ? 'One movement differs' : `${count} movements differ`}. First: ${first}. "npm run ledger:reconcile" lists all of them.`,
  differTitle: 'The ledger and Stripe differ',
  failedMessage: ({ problem, sum, byCreator }: { problem: Text; sum: string; byCreator: boolean }) =>
    `${problem} ${sum} is back in your balance.${byCreator ? ' Check your bank account, then request it again.' : " We're looking into it."}`,
  failedTitle: "Your payout didn't go through",
  keyRefused: ({ said }: { said: string }) => keyRefused({ said }),
  need: ({ sum, day }: { sum: string; day: string }) => need({ sum, day }),
  partBackMessage: ({ part, sum }: { part: string; sum: string }) =>
    `${part} of your payout of ${sum} came back and is in your balance again. It goes out with your next payout.`,
  partBackTitle: ({ part }: { part: string }) => `${part} of a payout came back`,
  payeeBankMessage: ({ payout, reason, account }: { payout: string; reason: Text; account: string }) =>
    `Payout ${payout}: ${reason} The money stays in the payee's Stripe account (${account}). We asked them to correct their bank account.`,
  payeeBankTitle: ({ sum }: { sum: string }) => `A payee's bank refused ${sum}`,
  sentByHand: ({ sum }: { sum: string }) => `Your payout of ${sum} was sent by bank transfer.`,
  sentByStripe: ({ sum, net, fee }: { sum: string; net: string; fee: string }) =>
    `Your payout of ${sum} went out: ${net} after a fee of ${fee}. Stripe sends it on to your bank.`,
  sentTitle: ({ net }: { net: string }) => `${net} is on its way to you`,
  shortMessage: ({ sum, day }: { sum: string; day: string }) =>
    `${need({ sum, day })} Waiting payouts go out automatically once the funds are there.`,
  shortTitle: ({ sum, day }: { sum: string; day: string }) => `Payouts need ${sum} more by ${day}`,
  stoppedMessage: ({ said }: { said: string }) =>
    `${keyRefused({ said })} No payout failed; they resume automatically once the key works.`,
  stoppedTitle: 'Payouts have stopped',
  writtenOffMessage: ({ sum }: { sum: string }) =>
    `Your balance was ${sum} below zero. We wrote that off: it is at zero again, and you owe us nothing.`,
  writtenOffTitle: 'Your balance is at zero again',
})

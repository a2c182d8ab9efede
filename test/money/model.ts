/**
 * The rules of docs/money.md, implemented a second time: without the product's code, in plain numbers of
 * millionths of a dollar. Its input is what happened and when, and what Stripe's invoices
 * charged and left as credit.
 */
export interface Happened {
  /** 'count a 1000', 'buy premium', 'refund all' …: see money-world.ts */
  step: string
  at: number
  /** charged to the card, cents; 0 for steps that charge nothing */
  charged: number
  /** what its invoices left as credit, cents; below zero: what they used of it */
  credit: number
}
interface Sample {
  video: string
  at: number
  views: number
  multiplier: number
}
/** Credit that a change to a cheaper plan left. */
interface Credit {
  from: Paid
  left: number
  /** taken back because this payment was returned */
  back: Map<Paid, number>
}
/** A paid invoice of a plan. */
interface Paid {
  plan: number
  multiplier: number
  at: number
  until: number
  /** by card */
  cents: number
  used: Credit[]
  refunded: number
  dispute: 'none' | 'open' | 'won' | 'lost'
  /** its views have lost its multiplier */
  forgotten: boolean
}
interface Sent {
  amount: number
  fee: number
  back: number
}
const multipliers: Record<string, number> = { premium: 1.5, pro: 2 }
const cent = 10_000
const rate = 50_000
const sharePercent = 70

/**
 * What a person earned from samples: views keep the lower of the multipliers of the sample that first counted
 * them and of the one before it.
 * @param viral in ten-thousandths
 */
function earnedBy(samples: readonly Sample[], viral: number): { creator: number; platform: number } {
  const sum = { creator: 0, platform: 0 }
  for (const video of new Set(samples.map(s => s.video))) {
    let stretches: { from: number; to: number; multiplier: number }[] = []
    let before = 1
    for (const { views, multiplier } of samples.filter(s => s.video === video).sort((x, y) => x.at - y.at)) {
      stretches = stretches.filter(s => s.from < views).map(s => ({ ...s, to: Math.min(s.to, views) }))
      const from = stretches.at(-1)?.to ?? 0
      if (views > from) stretches.push({ from, to: views, multiplier: Math.min(before, multiplier) })
      before = multiplier
    }
    for (const { from, to, multiplier } of stretches) {
      const gross = Math.floor(((to - from) * rate * viral * (multiplier * 10)) / 100_000)
      const creator = Math.floor((gross * sharePercent) / 100)
      sum.creator += creator
      sum.platform += gross - creator
    }
  }
  return sum
}

/** A returned payment takes back the credit it left; a refund that came back gives it again. */
function settleCredit(p: Paid, returned: number, left: readonly Credit[]): void {
  for (const c of [...left].reverse()) {
    const back = left.reduce((sum, one) => sum + (one.back.get(p) ?? 0), 0)
    const more = Math.max(-(c.back.get(p) ?? 0), Math.min(c.left, returned - back))
    c.left -= more
    c.back.set(p, (c.back.get(p) ?? 0) + more)
  }
}

/** Takes credit, the oldest first. @returns what was taken from */
function takeCredit(credits: readonly Credit[], cents: number): Credit[] {
  let rest = cents
  return credits.filter(c => {
    const part = Math.min(c.left, rest)
    c.left -= part
    rest -= part
    return part > 0
  })
}

/** What is in which account, but for what was earned. */
function accountsOf(paid: readonly Paid[], sent: readonly Sent[], credits: readonly Credit[]) {
  const stands = sent.filter(s => s.back < s.amount - s.fee)
  const total = (list: readonly number[]) => list.reduce((a, b) => a + b, 0)
  const arrived = total(stands.map(s => s.amount - s.fee - s.back))
  const payoutFees = total(stands.map(s => s.fee))
  const withdrawn = (p: Paid) => (p.dispute === 'none' ? 0 : 1500)
  const kept =
    total(paid.filter(p => p.cents > 0).map(p => Math.round((p.cents * 29) / 1000) + 30 + withdrawn(p))) *
    cent
  const held = total(paid.filter(p => p.dispute === 'open').map(p => p.cents)) * cent
  const credit = total(credits.map(c => c.left)) * cent
  const stays = total(paid.map(p => (p.dispute === 'lost' ? 0 : p.cents - p.refunded))) * cent
  return {
    arrived,
    payoutFees,
    credit,
    income: stays - credit,
    processingFees: kept,
    reserves: held,
    atStripe: stays - kept - held - arrived,
  }
}

export function modelOf(history: readonly Happened[], viral: number) {
  const samples: Sample[] = []
  const [paid, sent]: [Paid[], Sent[]] = [[], []]
  const changes: { at: number; multiplier: number }[] = [{ at: Number.NEGATIVE_INFINITY, multiplier: 1 }]
  const forgotten: { of: Paid; until: number; instead: (at: number) => number }[] = []
  const credits: Credit[] = []
  let [plan, plans, writtenOff, suspended] = [0, 0, 0, false]
  const returned = (p: Paid) => (p.dispute === 'lost' ? p.cents : p.refunded)
  /** The invoices before one of the same plan, newest first. */
  const earlier = (p: Paid) => paid.filter(one => one.plan === p.plan && one.at < p.at).reverse()
  /** The card payments behind an invoice. */
  const behind = (p: Paid): Paid[] => [
    ...(p.cents > 0 ? [p] : []),
    ...[...p.used.map(c => c.from), ...earlier(p)].flatMap(behind),
  ]
  const given = (p: Paid): boolean => {
    if (p.used.some(c => given(c.from))) return true
    if (p.cents > 0) return returned(p) >= p.cents
    const [before] = earlier(p)
    return p.used.length === 0 && before !== undefined && given(before)
  }
  const multiplierAt = (at: number): number =>
    forgotten.reduce(
      (m, { of, until, instead }) => (m === of.multiplier && at >= of.at && at < until ? instead(at) : m),
      changes.findLast(c => c.at <= at)?.multiplier ?? 1,
    )
  /** The current plan; it gives nothing while a payment is disputed or the last one was returned. */
  const note = (at: number) => {
    const mine = paid.filter(p => p.until > at)
    const last = mine.at(-1)
    const disputed = [...mine, ...(last ? behind(last) : [])].some(p => p.dispute === 'open')
    const multiplier = plan === 0 || disputed || (last && given(last)) ? 1 : plan
    if (changes.at(-1)?.multiplier !== multiplier) changes.push({ at, multiplier })
  }
  /** A plan that nobody pays gives nothing: its views earn what the best other one gives, at most the same. */
  const forget = (gone: Paid, at: number) => {
    gone.forgotten = true
    const others = paid.filter(p => p !== gone && !given(p)).map(p => ({ ...p }))
    const instead = (time: number) =>
      Math.min(gone.multiplier, Math.max(1, ...others.filter(p => p.at <= time).map(p => p.multiplier)))
    forgotten.push({ of: gone, until: at, instead })
    for (const s of samples)
      if (s.at >= gone.at && s.multiplier === gone.multiplier) s.multiplier = instead(s.at)
  }
  const end = (at: number) => {
    plan = 0
    for (const p of paid) p.until = Math.min(p.until, at)
  }
  const unpaid = () =>
    earnedBy(samples, viral).creator +
    writtenOff -
    sent.reduce((sum, s) => sum + (s.back === s.amount - s.fee ? 0 : s.amount - s.back), 0)
  for (const { step, at, charged, credit } of history) {
    const [verb = '', what = '', much = ''] = step.split(' ')
    const last = paid.findLast(p => p.cents > 0)
    if (verb === 'count' || verb === 'late') {
      const when = verb === 'late' ? at - 3 * 3600_000 : at
      const first = !samples.some(s => s.video === what)
      // The post went out two hours before its first count.
      const out = when - 2 * 3600_000
      if (first) samples.push({ video: what, at: out, views: 0, multiplier: multiplierAt(out) })
      if (!samples.some(s => s.video === what && s.at === when))
        samples.push({ video: what, at: when, views: Number(much), multiplier: multiplierAt(when) })
    } else if (verb === 'buy' || verb === 'upgrade' || verb === 'downgrade') {
      if (charged === 0 && credit === 0) continue
      plan = multipliers[verb === 'buy' ? what : verb === 'upgrade' ? 'pro' : 'premium'] ?? 1
      if (verb === 'buy') plans += 1
      const made: Paid = {
        plan: plans,
        multiplier: plan,
        at,
        until: Number.POSITIVE_INFINITY,
        cents: charged,
        used: takeCredit(credits, Math.max(0, -credit)),
        refunded: 0,
        dispute: 'none',
        forgotten: false,
      }
      paid.push(made)
      if (credit > 0) credits.push({ from: made, left: credit, back: new Map() })
    } else if (verb === 'cancel') end(at)
    else if (verb === 'refund' && last && last.dispute === 'none' && returned(last) < last.cents) {
      const left = last.cents - last.refunded
      if (what !== 'all' && Number(what) > left) continue
      last.refunded += what === 'all' ? left : Number(what)
    } else if (verb === 'bounce' && last && last.dispute === 'none') last.refunded = 0
    else if (verb === 'dispute' && last && last.refunded === 0 && last.dispute === 'none')
      last.dispute = 'open'
    else if (verb === 'win' && last?.dispute === 'open') last.dispute = 'won'
    else if (verb === 'lose' && last?.dispute === 'open') {
      last.dispute = 'lost'
      if (last.until > at) end(at)
    } else if (verb === 'suspend' || verb === 'resume') suspended = verb === 'suspend'
    else if (verb === 'payout') {
      const amount = Math.floor(unpaid() / cent) * cent
      if (suspended || amount < 2500 * cent) continue
      sent.push({ amount, fee: (25 + Math.round(((amount / cent) * 25) / 10_000)) * cent, back: 0 })
    } else if (verb === 'forgive') writtenOff += Math.max(0, -unpaid())
    else if (verb === 'reverse') {
      const from = sent.at(-1)
      const left = from ? from.amount - from.fee - from.back : 0
      const back = what === 'all' ? left : Number(what) * cent
      if (from && back > 0 && back <= left) from.back += back
    }
    for (const p of paid)
      settleCredit(
        p,
        returned(p),
        credits.filter(c => behind(c.from).includes(p)),
      )
    for (const p of paid) if (given(p) && !p.forgotten) forget(p, at)
    note(at)
  }
  return {
    unpaid: unpaid(),
    writtenOff,
    platform: earnedBy(samples, viral).platform,
    ...accountsOf(paid, sent, credits),
  }
}

import { describe, expect, test } from 'vitest'
import { sentences as payouts } from '#sentences/payouts.ts'
import { learnLanguages } from '#server/core/languages.ts'
import { explain, type ShownEntry } from './explain.ts'

learnLanguages()

const terms = { ratePerView: '0.05', viralMultiplier: 1.5, planMultiplier: 1, creatorPercent: 70 }
const priced = { ...terms, gross: '90300000' }
const onPlan = { ...priced, planMultiplier: 1.5, gross: '135450000' }
const entry: ShownEntry = {
  id: 1,
  type: 'view_revenue',
  user_id: 'rider',
  video_id: 'video',
  platform: 'youtube',
  creator_amount: 63_210_000,
  views: 1204,
  facts: priced,
  occurred_at: new Date('2026-11-01T00:00:00Z'),
  title: 'Mud day',
}
const back = { fee: '0', method: 'stripe', reason: payouts.returnedByStripe }
const paid = { fee: '380000', method: 'stripe' }

const told: [name: string, change: Partial<ShownEntry>, english: string, spanish: string][] = [
  [
    'views',
    {},
    '1,204 public views of “Mud day” on YouTube at $0.05 × 1.5 for viral potential came to $90.30, of which your 70% is $63.21.',
    '1,204 vistas públicas de “Mud day” en YouTube a USD 0.05 × 1.5 por potencial viral sumaron USD 90.30; tu 70% es USD 63.21.',
  ],
  [
    'views with a plan',
    { type: 'premium_view_revenue', facts: onPlan, title: null, views: 1 },
    '1 public view of a deleted video on YouTube at $0.05 × 1.5 for viral potential × 1.5 of the Premium plan came to $135.45, of which your 70% is $63.21.',
    '1 vista pública de un video eliminado en YouTube a USD 0.05 × 1.5 por potencial viral × 1.5 del plan Premium sumaron USD 135.45; tu 70% es USD 63.21.',
  ],
  [
    'views priced again after a dispute',
    { type: 'view_repriced', facts: { ...priced, disputed: true }, platform: null },
    "1,204 public views of “Mud day” on the platform at $0.05 × 1.5 for viral potential came to $90.30, of which your 70% is $63.21, without the plan whose payment your card's bank took back.",
    '1,204 vistas públicas de “Mud day” en la plataforma a USD 0.05 × 1.5 por potencial viral sumaron USD 90.30; tu 70% es USD 63.21, sin el plan cuyo pago retiró el banco de tu tarjeta.',
  ],
  [
    'a corrected count',
    { type: 'view_correction', creator_amount: -63_210_000, views: -1204 },
    'YouTube corrected its count for “Mud day”, so $63.21 for 1,204 views was taken back; views that still count are listed again.',
    'YouTube corrigió su conteo de “Mud day”, así que se descontaron USD 63.21 de 1,204 vistas; las vistas que siguen contando aparecen de nuevo en la lista.',
  ],
  [
    'a refunded plan',
    { type: 'premium_view_refunded', facts: onPlan, creator_amount: -63_210_000, views: -1204 },
    'Your payment for the Premium plan was refunded, so $63.21 for 1,204 views of “Mud day” on YouTube at its 1.5x was taken back. The same views are listed again at what they earn without it.',
    'Se reembolsó tu pago del plan Premium, así que se descontaron USD 63.21 de 1,204 vistas de “Mud day” en YouTube con su 1.5x. Las mismas vistas aparecen de nuevo con lo que ganan sin el plan.',
  ],
  [
    'a payout',
    { type: 'payout', facts: paid, creator_amount: -50_000_000 },
    'Payout of $50.00 by Stripe, $49.62 after a fee of $0.38.',
    'Pago de USD 50.00 por Stripe, USD 49.62 después de una comisión de USD 0.38.',
  ],
  [
    'a payout by hand',
    { type: 'payout', facts: { fee: '0', method: 'manual' }, creator_amount: -50_000_000 },
    'Payout of $50.00 by bank transfer without a fee.',
    'Pago de USD 50.00 por transferencia bancaria, sin comisión.',
  ],
  [
    'a returned payout, whose reason is a sentence',
    { type: 'payout_returned', facts: back, creator_amount: 50_000_000 },
    "A payout of $50.00 didn't go through (The payout was returned by Stripe), so the money is back in your balance.",
    'No se completó un pago de USD 50.00 (Stripe devolvió el pago), así que el dinero está de nuevo en tu saldo.',
  ],
  [
    'a returned part',
    { type: 'payout_returned', facts: { ...back, part: true }, creator_amount: 20_000_000 },
    '$20.00 of a payout came back and is in your balance again.',
    'Se devolvieron USD 20.00 de un pago y están de nuevo en tu saldo.',
  ],
]

describe('an entry is explained in the language of its reader', () => {
  test.each(told)('%s', (_name, change, english, spanish) => {
    const changed = { ...entry, ...change }
    expect(explain(changed, 'en')).toBe(english)
    expect(explain(changed, 'es-MX').replaceAll('\u00a0', ' ')).toBe(spanish)
  })
})

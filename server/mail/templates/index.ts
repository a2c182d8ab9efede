import { createElement as h, type ReactNode } from 'react'
import { brand } from '#contract/brand.ts'
import type { MailTemplate } from '#contract/mail.ts'
import { videoPage } from '#contract/paths.ts'
import type { MailData } from './data.ts'
import { Action, Figures, Paragraph, Small } from './parts.ts'

export interface MailContent {
  subject: string
  title: string
  preview: string
  body: ReactNode
}

interface Context {
  /** the person's name in the greeting */
  name: string
  /** turns a path of the web app into an address; addresses stay unchanged */
  at(link: string): string
}

const dollars = (amount: number) =>
  amount.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: amount % 1 ? 2 : 0,
  })

/** The UTC day of an instant: 'November 28, 2026'. */
const dayOf = (instant: string) =>
  new Date(instant).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A mail that says the same as the related notification. */
const news =
  (label: string) =>
  ({ heading, message, link }: MailData['clip_selected'], { name, at }: Context): MailContent => ({
    subject: heading,
    title: heading,
    preview: message,
    body: [
      h(Paragraph, { key: 'greeting' }, `Hi ${name},`),
      h(Paragraph, { key: 'message' }, message),
      h(Action, { key: 'action', label, url: at(link ?? '/') }),
    ],
  })

/** An instant: 'November 28, 2026 at 9:30 AM UTC'. */
const momentOf = (instant: string) =>
  `${dayOf(instant)} at ${new Date(instant).toLocaleTimeString('en-US', { timeStyle: 'short', timeZone: 'UTC' })} UTC`

const providerNames: Record<string, string> = {
  google: 'Google',
  firebase: 'Firebase',
  sandbox: "the sandbox's account chooser",
}

/** A mail about access to the account; it says what to do if that was someone else. */
const security = (title: string, message: string, { name, at }: Context): MailContent => ({
  subject: `${title} on ${brand}`,
  title,
  preview: message,
  body: [
    h(Paragraph, { key: 1 }, `Hi ${name},`),
    h(Paragraph, { key: 2 }, `${message} If that was you, you don't need to do anything.`),
    h(
      Paragraph,
      { key: 3 },
      "If it wasn't you, end that session in Settings, turn on two-step verification, and contact us.",
    ),
    h(Action, { key: 4, label: 'Open Settings', url: at('/settings') }),
  ],
})

const pageOf = (videoId: string | undefined) => (videoId ? videoPage(videoId) : '/')

const moments = (count: number) => (count === 1 ? '1 highlight' : `${count} highlights`)

const templates: { [T in MailTemplate]: (data: MailData[T], context: Context) => MailContent } = {
  upload_received: ({ title, videoId }, { name, at }) =>
    title === null
      ? {
          subject: `A video was uploaded with this address`,
          title: 'Is this your address?',
          preview: `Someone uploaded a video to ${brand} with this address.`,
          body: [
            h(
              Paragraph,
              { key: 1 },
              `Someone, most likely you, uploaded a video to ${brand} and gave this address. Sign in once with a link by email to confirm that it's yours. From then on, we'll email you about your videos.`,
            ),
            h(Action, { key: 2, label: 'Confirm this address', url: at('/') }),
            h(Small, { key: 3 }, "If it wasn't you, do nothing. We won't email you again."),
          ],
        }
      : {
          subject: `We have your video '${title}'`,
          title: 'Your upload has arrived',
          preview: "We're making it playable now. Then we look for highlights.",
          body: [
            h(Paragraph, { key: 1 }, `Hi ${name},`),
            h(
              Paragraph,
              { key: 2 },
              `'${title}' has arrived safely. We're making it playable now, and then we look for its highlights. We'll email you when that's done.`,
            ),
            h(Action, { key: 3, label: 'See your video', url: at(pageOf(videoId)) }),
          ],
        },

  ai_completed: ({ videoId, title, highlights, viralScore, abstained }, { name, at }) => ({
    subject: abstained ? `'${title}' has been analyzed` : `${moments(highlights)} found in '${title}'`,
    title: abstained ? 'The analysis is done' : `${moments(highlights)} found`,
    preview: abstained ?? `Viral potential ${Math.round(viralScore * 100)}%.`,
    body: [
      h(Paragraph, { key: 1 }, `Hi ${name},`),
      h(
        Paragraph,
        { key: 2 },
        abstained
          ? `The analysis of '${title}' is done. ${abstained}`
          : `The analysis of '${title}' is done. Our staff will review it next, and we'll tell you what they decide.`,
      ),
      abstained
        ? null
        : h(Figures, {
            key: 3,
            figures: [
              { label: 'Highlights', value: String(highlights) },
              { label: 'Viral potential', value: `${Math.round(viralScore * 100)}%` },
            ],
          }),
      h(Action, { key: 4, label: 'See what was found', url: at(pageOf(videoId)) }),
    ],
  }),

  milestone_reached: ({ milestone, next, earned }, { name, at }) => ({
    subject: `You have earned ${dollars(milestone)} with ${brand}`,
    title: `${dollars(milestone)} reached`,
    preview: next === null ? 'This is the last milestone.' : `Next milestone: ${dollars(next)}.`,
    body: [
      h(Paragraph, { key: 1 }, `Hi ${name},`),
      h(
        Paragraph,
        { key: 2 },
        `Your rides have earned you ${dollars(milestone)}. ${next === null ? "That was the last milestone: you've reached them all." : `The next milestone is ${dollars(next)}.`}`,
      ),
      h(Figures, {
        key: 3,
        figures: [
          { label: 'Earned so far', value: dollars(earned) },
          ...(next === null ? [] : [{ label: 'Next milestone', value: dollars(next) }]),
        ],
      }),
      h(Action, { key: 4, label: 'See your earnings', url: at('/earnings') }),
    ],
  }),

  weekly_digest: ({ week, intro, figures, link }, { name, at }) => ({
    subject: `Your week on ${brand}, ${week}`,
    title: 'Your week',
    preview: intro,
    body: [
      h(Paragraph, { key: 1 }, `Hi ${name},`),
      h(Paragraph, { key: 2 }, intro),
      h(Figures, { key: 3, figures }),
      h(Action, { key: 4, label: 'Open your dashboard', url: at(link) }),
    ],
  }),

  clip_selected: news('See your videos'),
  video_published: news('Watch it'),
  video_taken_down: news('See your videos'),
  payout_processed: news('See your payouts'),
  video_rejected: news('See your videos'),
  processing_failed: news('Upload it again'),
  publishing_alert: news('Open publishing'),
  payout_alert: news('Open payouts'),
  score_proposal: news('Open score weights'),
  video_reported: news('Open reports'),

  renewal_failed: ({ amount, graceUntil }, { name, at }) => {
    const state = graceUntil
      ? `You keep your plan until ${dayOf(graceUntil)} while we try again. Update your card to keep it after that.`
      : "You're on the Free plan until it's paid. Update your card to get your plan back."
    return {
      subject: 'Your plan could not be renewed',
      title: 'Your plan could not be renewed',
      preview: state,
      body: [
        h(Paragraph, { key: 1 }, `Hi ${name},`),
        h(
          Paragraph,
          { key: 2 },
          `Your card was declined for ${dollars(amount)}, the price of your plan. ${state}`,
        ),
        h(Action, { key: 3, label: 'Update your card', url: at('/premium') }),
        h(Small, { key: 4 }, 'We send this email once for each payment that fails, because you have a plan.'),
      ],
    }
  },

  new_device: ({ device, at: when }, context) =>
    security(
      'New sign-in to your account',
      `Someone signed in to your account with ${device} on ${momentOf(when)}, in a browser you haven't used before.`,
      context,
    ),
  bank_account: ({ change, at: when }, context) =>
    change === 'added'
      ? security(
          'New bank account for your payouts',
          `Your payouts now go to the bank account that was added on ${momentOf(when)}.`,
          context,
        )
      : security(
          'Your bank account may change',
          `Someone opened the page for changing the bank account of your payouts on ${momentOf(when)}.`,
          context,
        ),
  new_sign_in_method: ({ provider, at: when }, context) =>
    security(
      'New way to sign in to your account',
      `${providerNames[provider] ?? 'Another provider'} was added as a way to sign in to your account on ${momentOf(when)}.`,
      context,
    ),
}

/** The content of a mail. */
export const contentOf = <T extends MailTemplate>(
  template: T,
  data: MailData[T],
  context: Context,
): MailContent => templates[template](data, context)

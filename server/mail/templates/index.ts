import { createElement as h, type ReactNode } from 'react'
import { isNews, type MailTemplate, type OwnMail } from '#contract/mail.ts'
import { milestones } from '#contract/money/constants.ts'
import { api, videoPage } from '#contract/paths.ts'
import { followConfirmDays } from '#contract/sharing/reasons.ts'
import { sentences as mails } from '#sentences/mails.ts'
import { formatsOf, type Reader } from '#server/core/reader.ts'
import { fromStored, type Sentence, textIn } from '#server/core/sentences.ts'
import { type MailData, type NewsData, type OwnMailData, readMailData, readNews } from './data.ts'
import { newsMails } from './news.ts'
import { Action, Figures, Paragraph, Small } from './parts.ts'

export interface MailContent {
  subject: string
  title: string
  preview: string
  body: ReactNode
  /** the video whose cover the mail shows, by its id; without it, none */
  shows?: string
}

interface Context {
  /** the person's name in the greeting */
  name: string
  reader: Reader
  /** turns a path of the web app into an address; addresses stay unchanged */
  at(link: string): string
}

/** A sentence in the reader's language. */
const sayTo =
  ({ language }: Reader) =>
  (sentence: Sentence) =>
    sentence.in(language)

const greeting = ({ name, reader }: Context) =>
  h(Paragraph, { key: 'greeting' }, sayTo(reader)(mails.greeting({ name })))

/** A mail that says the same as the related notification. */
function newsMail(label: Sentence, { heading, message, link }: NewsData, context: Context): MailContent {
  const { language, units } = context.reader
  const title = textIn(heading, language, units) ?? ''
  const words = textIn(message, language, units) ?? ''
  return {
    subject: title,
    title,
    preview: words,
    body: [
      greeting(context),
      h(Paragraph, { key: 'message' }, words),
      h(Action, { key: 'action', label: label.in(language), url: context.at(link ?? '/') }),
    ],
  }
}

/** An instant: 'November 28, 2026 at 9:30 AM UTC'. */
function momentOf(instant: string, reader: Reader): string {
  const { day, time } = formatsOf(reader)
  return sayTo(reader)(mails.moment({ day: day(instant), time: time(instant) }))
}

/** A mail about access to the account; it says what to do if that was someone else. */
function security(titled: Sentence, told: Sentence, context: Context): MailContent {
  const say = sayTo(context.reader)
  const title = say(titled)
  const message = say(told)
  return {
    subject: say(mails.securitySubject({ title })),
    title,
    preview: message,
    body: [
      greeting(context),
      h(Paragraph, { key: 2 }, say(mails.securityMessage({ message }))),
      h(Paragraph, { key: 3 }, say(mails.securityAdvice)),
      h(Action, { key: 4, label: say(mails.securityAction), url: context.at('/settings') }),
    ],
  }
}

/** A mail about several videos of an upload session. @param list what it says of each @param shows whose cover */
function session(
  { subject, title, message }: Record<'subject' | 'title' | 'message', Sentence>,
  list: ReactNode[],
  context: Context,
  shows: string | undefined,
): MailContent {
  const say = sayTo(context.reader)
  return {
    ...(shows === undefined ? {} : { shows }),
    subject: say(subject),
    title: say(title),
    preview: say(message),
    body: [
      greeting(context),
      h(Paragraph, { key: 'message' }, say(message)),
      ...list,
      h(Action, { key: 'action', label: say(mails.seeVideos), url: context.at('/') }),
    ],
  }
}

const templates: { [T in OwnMail]: (data: MailData[T], context: Context) => MailContent } = {
  upload_received(data, context) {
    const say = sayTo(context.reader)
    if ('clips' in data)
      return session(
        {
          subject: mails.uploadsSubject({ count: data.clips.length }),
          ...{ title: mails.uploadsTitle, message: mails.uploadsMessage },
        },
        data.clips.map(({ videoId, title }) => h(Paragraph, { key: videoId }, title)),
        context,
        data.clips[0]?.videoId,
      )
    return data.title === null
      ? {
          subject: say(mails.unprovedSubject),
          title: say(mails.unprovedTitle),
          preview: say(mails.unprovedPreview),
          body: [
            h(Paragraph, { key: 1 }, say(mails.unprovedMessage)),
            h(Action, { key: 2, label: say(mails.unprovedAction), url: context.at('/') }),
            h(Small, { key: 3 }, say(mails.unprovedNote)),
          ],
        }
      : {
          shows: data.videoId,
          subject: say(mails.uploadSubject({ title: data.title })),
          title: say(mails.uploadTitle),
          preview: say(mails.uploadPreview),
          body: [
            greeting(context),
            h(Paragraph, { key: 2 }, say(mails.uploadMessage({ title: data.title }))),
            h(Action, { key: 3, label: say(mails.uploadAction), url: context.at(videoPage(data.videoId)) }),
          ],
        }
  },

  ai_completed(data, context) {
    const { language, units } = context.reader
    const say = sayTo(context.reader)
    if ('clips' in data) {
      const figures = data.clips.map(({ videoId: key, title: label, highlights: count }) => ({
        key,
        label,
        value: say(mails.analysesFound({ count })),
      }))
      return session(
        {
          subject: mails.analysesSubject({ count: data.clips.length }),
          ...{ title: mails.analysesTitle, message: mails.analysesMessage },
        },
        [h(Figures, { key: 'figures', figures })],
        context,
        data.clips.toSorted((a, b) => b.viralScore - a.viralScore)[0]?.videoId,
      )
    }
    const { videoId, title, highlights: count, viralScore, abstained } = data
    const why = textIn(abstained, language, units)
    const { count: counted, percent } = formatsOf(context.reader)
    const potential = percent(viralScore)
    const figures = [
      { label: say(mails.foundHighlights), value: counted(count) },
      { label: say(mails.foundPotential), value: potential },
    ]
    return {
      shows: videoId,
      subject: say(why ? mails.analyzedSubject({ title }) : mails.foundSubject({ title, count })),
      title: say(why ? mails.analyzedTitle : mails.foundTitle({ count })),
      preview: why ?? say(mails.foundPreview({ percent: potential })),
      body: [
        greeting(context),
        h(
          Paragraph,
          { key: 2 },
          say(why ? mails.analyzedMessage({ title, why }) : mails.foundMessage({ title })),
        ),
        why ? null : h(Figures, { key: 3, figures }),
        h(Action, { key: 4, label: say(mails.foundAction), url: context.at(videoPage(videoId)) }),
      ],
    }
  },

  milestone_reached({ milestone, next: following, earned }, context) {
    const say = sayTo(context.reader)
    const { shortDollars } = formatsOf(context.reader)
    const sum = shortDollars(milestone)
    const next = following === null ? null : shortDollars(following)
    const figures = [{ label: say(mails.milestoneEarned), value: shortDollars(earned) }]
    if (next !== null) figures.push({ label: say(mails.milestoneNext), value: next })
    return {
      subject: say(mails.milestoneSubject({ sum })),
      title: say(mails.milestoneTitle({ sum })),
      preview: say(mails.milestonePreview({ next })),
      body: [
        greeting(context),
        h(Paragraph, { key: 2 }, say(mails.milestoneMessage({ sum, next }))),
        h(Figures, { key: 3, figures }),
        h(Action, { key: 4, label: say(mails.milestoneAction), url: context.at('/earnings') }),
      ],
    }
  },

  weekly_digest({ week, intro, figures, link }, context) {
    const { language } = context.reader
    const say = sayTo(context.reader)
    const formats = formatsOf(context.reader)
    const opening = textIn(intro, language) ?? ''
    const shown = figures.map(({ label, value }) => ({
      label: textIn(label, language) ?? '',
      value:
        typeof value === 'string'
          ? value
          : 'dollars' in value
            ? formats.dollars(value.dollars)
            : formats.count(value.count),
    }))
    return {
      subject: say(mails.weekSubject({ week: language === 'en' ? week : formats.date(week) })),
      title: say(mails.weekTitle),
      preview: opening,
      body: [
        greeting(context),
        h(Paragraph, { key: 2 }, opening),
        h(Figures, { key: 3, figures: shown }),
        h(Action, { key: 4, label: say(mails.weekAction), url: context.at(link) }),
      ],
    }
  },

  renewal_failed({ amount, graceUntil }, context) {
    const say = sayTo(context.reader)
    const { day, shortDollars } = formatsOf(context.reader)
    const state = say(graceUntil ? mails.renewalUntil({ day: day(graceUntil) }) : mails.renewalOver)
    return {
      subject: say(mails.renewalTitle),
      title: say(mails.renewalTitle),
      preview: state,
      body: [
        greeting(context),
        h(Paragraph, { key: 2 }, say(mails.renewalMessage({ sum: shortDollars(amount), state }))),
        h(Action, { key: 3, label: say(mails.renewalAction), url: context.at('/premium') }),
        h(Small, { key: 4 }, say(mails.renewalNote)),
      ],
    }
  },

  webhook_off({ host, since }, context) {
    const say = sayTo(context.reader)
    const message = say(mails.webhookMessage({ host, when: momentOf(since, context.reader) }))
    return {
      subject: say(mails.webhookTitle),
      title: say(mails.webhookTitle),
      preview: message,
      body: [
        greeting(context),
        h(Paragraph, { key: 2 }, message),
        h(Action, { key: 3, label: say(mails.securityAction), url: context.at('/settings#api') }),
      ],
    }
  },

  follow_confirm({ page, link }, context) {
    const say = sayTo(context.reader)
    return {
      subject: say(mails.followSubject({ page })),
      title: say(mails.followTitle({ page })),
      preview: say(mails.followMessage({ page })),
      body: [
        h(Paragraph, { key: 1 }, say(mails.followMessage({ page }))),
        h(Action, { key: 2, label: say(mails.followAction), url: link }),
        h(Small, { key: 3 }, say(mails.followNote({ days: followConfirmDays }))),
      ],
    }
  },

  rides_published({ rider, page, rides }, context) {
    const say = sayTo(context.reader)
    const [newest] = rides
    const only = rides.length === 1 ? newest : undefined
    const title = say(mails.ridesTitle({ rider, count: rides.length }))
    const [label, link] = only ? [mails.ridesWatch, videoPage(only.videoId)] : [mails.ridesSeeAll, page]
    return {
      ...(newest ? { shows: newest.videoId } : {}),
      subject: only ? say(mails.ridesSubject({ rider, title: only.title })) : title,
      title,
      preview: rides.map(({ title }) => title).join(' · '),
      body: [
        ...rides.map(({ videoId, title, moment }) =>
          h(Paragraph, { key: videoId }, moment === null ? title : `${title} · ${moment}`),
        ),
        h(Action, { key: 'action', label: say(label), url: context.at(link) }),
      ],
    }
  },

  new_device: ({ device, at }, context) =>
    security(
      mails.deviceTitle,
      mails.deviceMessage({ device: fromStored(device), when: momentOf(at, context.reader) }),
      context,
    ),
  new_access_token: ({ at }, context) =>
    security(mails.tokenTitle, mails.tokenMessage({ when: momentOf(at, context.reader) }), context),
  bank_account({ change, at }, context) {
    const when = momentOf(at, context.reader)
    return change === 'added'
      ? security(mails.bankAddedTitle, mails.bankAddedMessage({ when }), context)
      : security(mails.bankOpenedTitle, mails.bankOpenedMessage({ when }), context)
  },
  new_sign_in_method: ({ provider, at }, context) =>
    security(
      mails.methodTitle,
      mails.methodMessage({ provider, when: momentOf(at, context.reader) }),
      context,
    ),
}

const ownMail = <T extends OwnMail>(template: T, data: unknown, context: Context): MailContent =>
  templates[template](readMailData(template, data), context)

/** The content of a mail. @throws ZodError when its data doesn't match its template */
export const contentOf = (template: MailTemplate, data: unknown, context: Context): MailContent =>
  isNews(template)
    ? newsMail(newsMails[template].action, readNews(data), context)
    : ownMail(template, data, context)

const [first, second] = milestones
const videoId = '5d8c3f0e-6f0b-4c52-9a51-2f4f6a7b9c10'

const examples: OwnMailData = {
  upload_received: { title: 'Mud day at Black Creek', videoId },
  ai_completed: {
    videoId,
    title: 'Mud day at Black Creek',
    highlights: 6,
    viralScore: 0.82,
    abstained: null,
  },
  milestone_reached: { milestone: first, next: second, earned: 104.5 },
  weekly_digest: {
    week: '2026-11-23',
    intro: '2 of your videos were published this week.',
    figures: [
      { label: 'Uploaded this week', value: '3' },
      { label: 'Published this week', value: '2' },
      { label: 'Waiting for review', value: '1' },
      { label: 'Views so far', value: '12,480' },
      { label: 'Earned so far', value: '$104.50' },
    ],
    link: '/',
  },
  renewal_failed: { amount: 9.99, graceUntil: '2026-11-28T09:30:00.000Z' },
  new_device: { device: 'Firefox on Android', at: '2026-11-21T09:30:00.000Z' },
  new_sign_in_method: { provider: 'google', at: '2026-11-21T09:30:00.000Z' },
  new_access_token: { at: '2026-11-21T09:30:00.000Z' },
  webhook_off: { host: 'garage.example', since: '2026-11-18T09:30:00.000Z' },
  bank_account: { change: 'added', at: '2026-11-21T09:30:00.000Z' },
  follow_confirm: { page: 'mud-sam', link: '/' },
  rides_published: {
    rider: 'Sam Reyes',
    page: api.riderPage('mud-sam'),
    rides: [{ videoId, title: 'Mud day at Black Creek', moment: 'Jump: 1.0 s of airtime, landing at 4.7 g' }],
  },
}

/** Sample data for previewing a template without waiting for the event. */
export const mailExample = (template: MailTemplate): MailData[MailTemplate] =>
  isNews(template) ? newsMails[template].example : examples[template]

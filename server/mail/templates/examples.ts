import { isNews, type MailTemplate } from '#contract/mail.ts'
import { milestones } from '#contract/money/constants.ts'
import type { MailData, OwnMailData } from './data.ts'
import { newsMails } from './news.ts'

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
  bank_account: { change: 'added', at: '2026-11-21T09:30:00.000Z' },
}

/** Sample data for previewing a template without waiting for the event. */
export const mailExample = (template: MailTemplate): MailData[MailTemplate] =>
  isNews(template) ? newsMails[template].example : examples[template]

import type { MailTemplate } from '#contract/mail.ts'

export type Shown = Extract<
  MailTemplate,
  'upload_received' | 'ai_completed' | 'milestone_reached' | 'weekly_digest'
>

export const texts = {
  title: 'Email Preview',
  explain: 'The real templates, filled with sample data.',
  template: 'Template',
  names: {
    upload_received: 'Upload received',
    ai_completed: 'Analysis completed',
    milestone_reached: 'Milestone reached',
    weekly_digest: 'Weekly digest',
  } satisfies Record<Shown, string>,
  subject: 'Subject',
  heading: 'Title',
  frame: (subject: string) => `Email: ${subject}`,
  parts: 'Email format',
  part: { html: 'HTML', text: 'Text' },
  failed: "Couldn't load the template",
  loading: 'Loading the email',
  notesTitle: 'Sending',
  notes: [
    'Demo notifications endpoint: /api/demo/notifications.',
    'An email provider API key is required to send to real addresses.',
  ],
} as const

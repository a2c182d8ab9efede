import { brand } from '#contract/brand.ts'
import { creatorShare } from '#contract/constants.ts'
import { formatPercent } from '../../lib/format.ts'
import type { LegalText } from './legal-page.tsx'

const since = 'In force since 1 November 2026'

export const terms: LegalText = {
  title: 'Terms of Service',
  since,
  sections: [
    {
      title: 'What you agree to',
      text: `${brand} stores the ride videos you upload, analyses them, and publishes those that our reviewers select. By creating an account you agree to these terms. If you are under 18, a parent or guardian must agree for you.`,
    },
    {
      title: 'Your footage stays yours',
      text: `You keep all rights in what you upload. You allow ${brand} to store, process, edit and publish it on the platforms named in your dashboard, for as long as it is in your account. Delete a video that is not published and our copies of it are deleted too; ask us to take a published one down and we will.`,
    },
    {
      title: 'What you may upload',
      text: 'Only footage that you filmed or may use, of riding where riding is allowed. No footage that endangers or exposes people who did not agree to be seen, and nothing unlawful. We may refuse or remove a video, and tell you why.',
    },
    {
      title: 'What you earn',
      text: `Published videos earn by their views. ${formatPercent(creatorShare)} of what a video earns is yours. Every figure can be followed in your dashboard from the view to the payout. Payouts need a verified email address and an account that can receive money; you pay the taxes that apply to you.`,
    },
    {
      title: 'Scores and projections',
      text: 'Highlight scores, viral potential and projected earnings are estimates from what was measured in your video. They are no promise of views or income.',
    },
    {
      title: 'Ride safely',
      text: 'No score is worth a risk. Do not ride beyond your ability, closed trails or the law to get a better one.',
    },
    {
      title: 'Ending it',
      text: `You may close your account at any time; what you have earned by then is paid out. We may close an account that breaks these terms, after telling its owner why.`,
    },
  ],
}

export const privacy: LegalText = {
  title: 'Privacy Policy',
  since,
  sections: [
    {
      title: 'What we keep',
      text: 'Your email address and the profile you write; the videos you upload with what the camera recorded in them, which may include position, speed and motion; what the analysis finds; the views and earnings of published videos; and a log of sign-ins and of what our staff did with your videos.',
    },
    {
      title: 'What we use it for',
      text: 'To play, analyse, review and publish your videos, to pay you, and to keep accounts safe. Nothing else. We sell no data and show no advertising on these pages.',
    },
    {
      title: 'Position data',
      text: 'Position recorded by your camera is used for the analysis of your video and shown to you and to our reviewers. It is not part of the texts we publish.',
    },
    {
      title: 'Who else sees it',
      text: 'Our reviewers see the videos you upload. The platforms we publish to receive the published cut, its title, description and tags. The payment provider receives what it needs to pay you. Google tells us your name, address and picture if you sign in with it.',
    },
    {
      title: 'In your browser',
      text: 'One cookie keeps you signed in. The browser also remembers your chosen colours, the volume of the player and an upload that is not finished. There is no tracking by others.',
    },
    {
      title: 'Your rights',
      text: 'You may see, correct and delete what we keep about you, and take your videos with you. Deleting your account deletes your videos and profile; records of money are kept for as long as the law asks.',
    },
  ],
}

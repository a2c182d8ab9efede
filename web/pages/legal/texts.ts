import { brand } from '#contract/brand.ts'
import { creatorShare } from '#contract/constants.ts'
import { formatPercent } from '../../lib/format.ts'
import type { LegalText } from './legal-page.tsx'

export const terms: LegalText = {
  title: 'Terms of Service',
  since: 'Effective November 22, 2026',
  sections: [
    {
      title: 'What you agree to',
      text: `${brand} stores the ride videos you upload, analyzes them, and publishes those that our reviewers select. By creating an account you agree to these terms. If you are under 18, a parent or guardian must agree for you.`,
    },
    {
      title: 'Your footage stays yours',
      text: `You keep all rights in what you upload. You allow ${brand} to store, process, edit and publish it on the platforms named in your dashboard, for as long as it is in your account. Delete a video that is not published and our copies of it are deleted too; ask us to take a published one down and we will.`,
    },
    {
      title: 'What you may upload',
      text: 'Only footage that you filmed or may use, of riding where riding is allowed. No footage that endangers people or shows people who did not agree to be seen, and nothing unlawful. We may refuse or remove a video, and we will tell you why.',
    },
    {
      title: 'What you earn',
      text: `Published videos earn money from their views. You get ${formatPercent(creatorShare)} of what a video earns. Your dashboard shows how every figure is calculated, from the view to the payout. Payouts need a verified email address and an account that can receive money; you pay the taxes that apply to you.`,
    },
    {
      title: 'Scores and projections',
      text: 'Highlight scores, viral potential and projected earnings are estimates based on measurements of your video. They are not a promise of views or income.',
    },
    {
      title: 'Learning from reviews',
      text: `When our reviewers approve, reject or trim a highlight, or decide about a video, ${brand} records which moment it was, its score and the verdict. By uploading you agree that we use these records to improve how highlights are scored, and for nothing else. They are deleted with the video. You can turn this off under Settings, Privacy: we then delete the records on your videos and keep no new ones.`,
    },
    {
      title: 'Ride safely',
      text: 'No score is worth a risk. Do not ride beyond your ability, on closed trails or against the law to get a better one.',
    },
    {
      title: 'Closing your account',
      text: `You may close your account at any time; we pay out what you have earned by then. We may close an account that breaks these terms, after telling its owner why.`,
    },
  ],
}

export const privacy: LegalText = {
  title: 'Privacy Policy',
  since: 'Effective November 23, 2026',
  sections: [
    {
      title: 'What we keep',
      text: 'Your email address and the profile you write; your videos, exactly as you uploaded them, with everything your camera recorded in the file; what our analysis finds in them, and what our reviewers decide about it; the views and earnings of published videos; your plan and payouts; the browsers and network addresses you sign in from; and a log of what our staff did with your account and videos.',
    },
    {
      title: 'What we use it for',
      text: "To play, analyze, review and publish your videos, to pay you, and to keep accounts safe. What reviewers decide about your videos also improves how highlights are scored, unless you turn that off under Settings, Privacy. Nothing else. We don't sell data and don't show ads on these pages.",
    },
    {
      title: 'What only you and our reviewers see',
      text: 'Your original file can hold your position, the serial number of your camera, and names. It is used for the analysis and is never handed out. You and our reviewers see what the analysis measured from it: speed, forces, airtime, and the moments it found. Our reviewers also see your email address, and watch your videos before anything is published.',
    },
    {
      title: 'What everyone can see',
      text: 'Published videos, clips and covers are new files that hold only picture and sound: no position, no camera data, no names. With them go a title, a description and tags. The public page of a published video also shows plots of speed and g-force, and a map with heights only if you turn it on in Settings. The picture itself is not changed, so what you filmed can still show where you were.',
    },
    {
      title: 'Where your rides start and end',
      text: "What others see leaves out anything that GPS measured around the places where your rides start and end, even when you pass by there mid-ride. Our staff don't see it either. You can turn this off under Settings, Privacy.",
    },
    {
      title: 'Who else gets it',
      text: 'The platforms we publish to receive the published cut, its cover, title, description and tags. The payment provider receives what it needs to charge and pay you. If you sign in with Google, Google gives us your name, address and picture. If a language model writes your titles, it receives the measured facts that others may see and the title you gave the video, not the video itself.',
    },
    {
      title: 'In your browser',
      text: 'One cookie keeps you signed in, one remembers your language, and one recognizes this browser, so that we can email you about sign-ins from a new one. The browser also remembers your chosen colors, the volume of the player, and an upload that is not finished. Nobody else tracks you here.',
    },
    {
      title: 'How long',
      text: "Your videos and all files made from them stay until you delete them or your account. A session ends when you sign out or stop using it; a browser you no longer use is forgotten after 400 days. If we suspend an account, we keep a code made from its address that doesn't reveal it, so that a new account with the same address stays suspended.",
    },
    {
      title: 'Your rights',
      text: 'You can see, correct, download and delete what we keep about you, under Settings. Deleting your account deletes your videos, your profile and your sign-ins. Records of views, earnings, payouts and invoices stay for as long as the law requires, under a random number instead of your name.',
    },
  ],
}

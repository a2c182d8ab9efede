export const texts = {
  why: 'Why it was not selected',
  what: 'Fix what you can here, such as the title or the description, then send it again. If the footage is the reason, upload a better take.',
  button: 'Send again',
  sending: 'Sending...',
  done: { title: 'Sent again', description: 'Our reviewers will look at it again.' },
  failed: "Couldn't send the video again",
  noConnection: "Couldn't reach the server. Please try again.",
} as const

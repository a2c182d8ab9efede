/** Words that our texts avoid, with what to say instead. What is a word is whole and in any case. */
const avoided: readonly (readonly [pattern: string, instead: string])[] = [
  ['reckon(?:ed|s|ing)?', 'calculate'],
  ['whoever', 'say who: "anyone who", "the person who"'],
  ['whomever|whereby|whosoever', 'say who or how'],
  ['shall', 'must, will or should'],
  ['anew', 'again, or retry'],
  ['somebody of the staff', 'a staff member'],
  ['nobody of (?:them|the)', 'none of the'],
  ['second factor', 'two-step verification'],
  ['where it goes', 'bank account'],
  ['own clock', 'time zone'],
  ['no more mails', 'unsubscribe'],
  ['be it', 'whether'],
  ['be told', 'hear, or be notified'],
  ['is told|are told|was told|were told', 'say who tells: "we email", "staff get a notification"'],
  ['wherever', 'where, or everywhere'],
  ['hitherto|thereof|therein|thereby|herewith', 'plain words'],
  ['take away the', 'remove, or reset'],
  ['(?:goes on|go on|went on)(?! hold)', 'continues, resumes'],
  ['to be considered', 'before you …'],
  ['is no (?:time zone|address|place)', 'unknown …'],
  [String.raw`\d+ %`, 'no space before %'],
  ['e-mails?', 'email'],
  ['log ?in page', 'sign-in page'],
  ['[a-z]+’[a-z]+', "a straight apostrophe (')"],
]

const patterns = avoided.map(([pattern, instead]) => ({
  find: new RegExp(String.raw`(?<![\w/-])(?:${pattern})(?![\w-])`, 'gi'),
  instead,
}))

/** What these words should say instead, each with the place in the text where it stands. */
export const styleFaults = (text: string): { word: string; instead: string; index: number }[] =>
  patterns.flatMap(({ find, instead }) =>
    [...text.matchAll(find)].map(({ 0: word, index }) => ({ word, instead, index })),
  )

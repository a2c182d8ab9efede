export const texts = {
  title: '404 Page Not Found',
  text: 'The trail ends here. The page was moved, or the address has a typo.',
  home: 'Back to the start',
} as const

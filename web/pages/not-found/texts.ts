export const texts = {
  title: '404 Page Not Found',
  text: 'The trail ends here. The page has moved, or the address has a typo.',
  home: 'Go to the home page',
} as const

/* Shows the Copy button, which cannot work without JavaScript, and makes it copy the key. */
const button = document.querySelector('[data-copy]');
const field = document.getElementById(button?.dataset.copy ?? '');
const message = document.getElementById('copy-message');

if (button !== null && field !== null && message !== null) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      message.textContent = 'The key was copied.';
    } catch {
      field.select();
      message.textContent = 'The key is selected: copy it with your keyboard.';
    }
  });
}

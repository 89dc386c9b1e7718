const lines = [...document.querySelectorAll('.text div')];
const from = line => line.dataset.from ? line.dataset.from.split(' ') : [];
document.querySelector('main').addEventListener('click', event => {
  const chosen = event.target.closest('.text div');
  if (!chosen) return;
  const wanted = new Set(from(chosen));
  for (const line of lines) {
    line.classList.toggle('chosen', line === chosen);
    line.classList.toggle('marked', from(line).some(n => wanted.has(n)));
  }
  for (const text of document.querySelectorAll('.text')) {
    const first = text.contains(chosen) ? null : text.querySelector('.marked');
    if (first) text.scrollTop = first.offsetTop - text.offsetTop - text.clientHeight / 3;
  }
});
function choose() {
  const scope = document.getElementById('scope').value, same = document.getElementById('same').checked;
  for (const section of document.querySelectorAll('section')) {
    const other = scope && section.dataset.scope && section.dataset.scope !== scope;
    section.classList.toggle('hidden', Boolean(other));
    section.classList.toggle('shown', same);
  }
}
document.getElementById('scope').addEventListener('change', choose);
document.getElementById('same').addEventListener('change', choose);

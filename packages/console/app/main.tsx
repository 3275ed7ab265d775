import { render } from 'preact';
import { App } from './app.js';
import { keepTextsCurrent } from './ui/keep-texts-current.js';
import './style/tokens.css';
import './style/base.css';
import './style/frame.css';
import './style/parts.css';
import './style/files.css';

const place = document.getElementById('console');
if (place !== null) {
  keepTextsCurrent(place);
  render(<App />, place);
}
